/// Shows messages of the server while no page is open. Nothing is kept here: pages come from
/// the server.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const notice = event.data?.json() ?? {};
  const [title, body] = String(notice.says ?? 'Admiralty').split(/: (.*)/s);
  event.waitUntil(
    self.registration.showNotification(title, {
      body: body ?? '',
      // A table has one message, the latest.
      tag: notice.link,
      icon: '/favicon.svg',
      data: { link: notice.link ?? '/' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  // A message leads nowhere else.
  const to = self.location.origin + link.pathname;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => one.url === to) ?? pages[0];
    if (!page) return self.clients.openWindow(to);
    await page.focus();
    return page.url === to ? page : page.navigate(to);
  };
  event.waitUntil(open());
});
