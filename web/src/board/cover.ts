/// Something that lies over the lower part of a board: where it begins.
import type { Attachment } from 'svelte/attachments';

/// Tells where an element begins, in pixels from the top of the screen, whenever it or what it lies in
/// changes its size; nothing where it stands beside `board`, and when it is gone.
export const covers =
  (board: () => HTMLElement | undefined, tell: (top: number | undefined) => void): Attachment =>
  (sheet) => {
    const measure = (): void => {
      const { left, top } = sheet.getBoundingClientRect();
      tell(left < (board()?.getBoundingClientRect().right ?? 0) - 8 ? top : undefined);
    };
    const watched = new ResizeObserver(measure);
    watched.observe(sheet);
    if (sheet.parentElement) watched.observe(sheet.parentElement);
    return () => {
      watched.disconnect();
      tell(undefined);
    };
  };
