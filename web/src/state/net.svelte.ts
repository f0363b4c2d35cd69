/// How the connection is, told truly: the browser's word, and the line of the
/// table that is open.
import type { Line } from '../api/socket';

class Net {
  online = $state(true);
  /// The line of the open table; nothing on other pages.
  line = $state<Line>();
  retry = $state.raw<() => void>();

  start(): void {
    this.online = navigator.onLine;
    addEventListener('online', () => (this.online = true));
    addEventListener('offline', () => (this.online = false));
  }

  /// What the indicator says.
  get says(): 'live' | 'connecting' | 'lost' | 'offline' | undefined {
    if (!this.online) return 'offline';
    if (this.line === 'lost' || this.line === 'connecting' || this.line === 'live')
      return this.line;
    return undefined;
  }
}

export const net = new Net();
