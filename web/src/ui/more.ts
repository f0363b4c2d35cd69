/// Marks a panel while something of it lies below its edge, so that one sees that it scrolls.
export function more(panel: HTMLElement): () => void {
  let asked = 0;
  const measure = (): void => {
    asked = 0;
    const below = panel.scrollHeight - panel.clientHeight - panel.scrollTop;
    panel.toggleAttribute('data-more', below > 6);
  };
  // Once a frame, when it is laid out anyway: measured between two changes, the page would be laid out twice.
  const look = (): void => {
    asked ||= requestAnimationFrame(measure);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(panel);
  const words = new MutationObserver(look);
  words.observe(panel, { childList: true, subtree: true, characterData: true });
  panel.addEventListener('scroll', look, { passive: true });
  look();
  return () => {
    cancelAnimationFrame(asked);
    sizes.disconnect();
    words.disconnect();
    panel.removeEventListener('scroll', look);
  };
}
