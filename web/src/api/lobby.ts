/// A line on which the server says that the lists of tables have changed.
import type { ToLobby } from './types';

/// So long after a line was lost another is tried.
const AGAIN = 5_000;

/// Calls back with every change, as long as somebody looks at the page; ends with the returned call.
export function listen(heard: () => void): () => void {
  let line: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missed = false;
  const open = (): void => {
    if (line || document.visibilityState !== 'visible') return;
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/lobby`);
    line = opened;
    opened.onopen = () => {
      // Something may have happened while nobody listened.
      if (missed) heard();
      missed = false;
    };
    opened.onmessage = (event) => {
      if ((JSON.parse(String(event.data)) as ToLobby).t === 'listed') heard();
    };
    opened.onclose = () => {
      if (line !== opened) return;
      line = undefined;
      missed = true;
      timer = setTimeout(open, AGAIN);
    };
  };
  const shut = (): void => {
    clearTimeout(timer);
    const closing = line;
    line = undefined;
    missed = true;
    // One that is still being made is ended as soon as it is made.
    if (closing?.readyState === WebSocket.CONNECTING) closing.onopen = () => closing.close();
    else closing?.close();
  };
  const looked = (): void => (document.visibilityState === 'visible' ? open() : shut());
  document.addEventListener('visibilitychange', looked);
  open();
  return () => {
    document.removeEventListener('visibilitychange', looked);
    shut();
  };
}
