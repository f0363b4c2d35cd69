/// Messages of the browser: whether it can, whether it does, and letting it.
import type { PushBrowser } from './types';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

/// The subscription of this browser, if it has one.
export async function subscribed(): Promise<string | undefined> {
  if (!canPush()) return undefined;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription())?.endpoint;
}

/// Asks the person and the browser; nothing if they do not want it.
export async function subscribe(key: string): Promise<PushBrowser | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(key),
  });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/// This browser takes no messages any more; which it was.
export async function unsubscribe(): Promise<string | undefined> {
  const worker = await navigator.serviceWorker.getRegistration('/');
  const made = await worker?.pushManager.getSubscription();
  await made?.unsubscribe();
  return made?.endpoint;
}
