// A service worker with two tasks: it shows push messages, and opens the app on a tap. It caches no files and
// intercepts no requests.

self.addEventListener('push', (event) => {
  const { title = '', body, path, tag } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path))
})

/** Focuses an existing tab, else opens a new one; only on this origin. */
async function show(path) {
  const wanted = new URL(path ?? '/', self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : self.location.origin
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [tab] = tabs
  if (!tab) return self.clients.openWindow(url)
  await tab.focus()
  return tab.navigate(url).catch(() => self.clients.openWindow(url))
}
