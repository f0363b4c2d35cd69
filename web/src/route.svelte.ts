/// Addresses of the client: which page, with which parameters. Every state
/// worth showing to somebody has an address.

export type PageId =
  | 'harbour'
  | 'new'
  | 'table'
  | 'replay'
  | 'rules'
  | 'learn'
  | 'guide'
  | 'fleets'
  | 'scenario'
  | 'profile'
  | 'person'
  | 'ladders'
  | 'tournaments'
  | 'tournament'
  | 'newTournament'
  | 'seek'
  | 'watch'
  | 'moderation'
  | 'studies'
  | 'study'
  | 'position'
  | 'report'
  | 'embed'
  | 'settings'
  | 'missing';

export interface Route {
  page: PageId;
  params: Record<string, string>;
  query: URLSearchParams;
  hash: string;
}

const PATTERNS: [RegExp, PageId, string[]][] = [
  [/^\/$/, 'harbour', []],
  [/^\/new$/, 'new', []],
  [/^\/new\/([\w-]+)$/, 'new', ['game']],
  [/^\/table\/([\w-]+)$/, 'table', ['table']],
  [/^\/join\/([\w-]+)\/([\w-]+)$/, 'table', ['table', 'invite']],
  [/^\/replay\/([\w-]+)$/, 'replay', ['table']],
  [/^\/record\/([\w-]+)$/, 'replay', ['record']],
  [/^\/rules$/, 'rules', []],
  [/^\/rules\/([\w-]+)$/, 'rules', ['game']],
  [/^\/rules\/([\w-]+)\/([\w.-]+)$/, 'rules', ['game', 'clause']],
  [/^\/guide\/([\w-]+)$/, 'guide', ['game']],
  [/^\/fleets\/([\w-]+)$/, 'fleets', ['game']],
  [/^\/scenarios\/([\w-]+)$/, 'scenario', ['game']],
  [/^\/scenarios\/([\w-]+)\/([\w.-]+)$/, 'scenario', ['game', 'scenario']],
  [/^\/learn$/, 'learn', []],
  [/^\/learn\/([\w-]+)$/, 'learn', ['game']],
  [/^\/learn\/([\w-]+)\/(\d+)$/, 'learn', ['game', 'step']],
  [/^\/seek\/([\w-]+)$/, 'seek', ['game']],
  [/^\/watch$/, 'watch', []],
  [/^\/moderation$/, 'moderation', []],
  [/^\/studies$/, 'studies', []],
  [/^\/study\/([\w-]+)$/, 'study', ['study']],
  [/^\/position\/([\w-]+)$/, 'position', ['game']],
  [/^\/report\/(table)\/([\w-]+)$/, 'report', ['kind', 'table']],
  [/^\/report\/(record)\/([\w-]+)$/, 'report', ['kind', 'record']],
  [/^\/embed\/(table)\/([\w-]+)$/, 'embed', ['kind', 'table']],
  [/^\/embed\/(record)\/([\w-]+)$/, 'embed', ['kind', 'record']],
  [/^\/ladders$/, 'ladders', []],
  [/^\/ladders\/([\w-]+)$/, 'ladders', ['game']],
  [/^\/tournaments$/, 'tournaments', []],
  [/^\/tournaments\/new$/, 'newTournament', []],
  [/^\/tournaments\/([\w-]+)$/, 'tournament', ['tournament']],
  [/^\/people\/([\w-]+)$/, 'person', ['person']],
  [/^\/profile$/, 'profile', []],
];

/// Reads an address.
export function parse(path: string, search = '', hash = ''): Route {
  const query = new URLSearchParams(search);
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const [pattern, page, names] of PATTERNS) {
    const match = pattern.exec(plain);
    if (match) {
      const params = Object.fromEntries(
        names.map((name, i) => [name, decodeURIComponent(match[i + 1]!)]),
      );
      return { page, params, query, hash };
    }
  }
  return { page: 'missing', params: { path }, query, hash };
}

class Router {
  now = $state.raw<Route>(parse('/'));

  /// Follows the address bar and links from now on.
  start(): void {
    this.read();
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey
      )
        return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
        return;
      if (link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(to: string, how: 'push' | 'replace' = 'push'): void {
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', to);
    const page = this.now.page;
    this.read();
    if (page !== this.now.page && !location.hash) scrollTo(0, 0);
  }

  read(): void {
    this.now = parse(location.pathname, location.search, location.hash);
  }
}

export const router = new Router();
