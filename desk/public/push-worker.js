// The desk's service worker for web push: it shows notifications while the desk is hidden, and brings the user to the
// desk. It caches no files and intercepts no requests. The patient app on the same host has its own worker.

self.addEventListener('push', (event) => {
  const { title = '', body, path, tag } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show())
})

/** Focuses an open desk without navigating it, as the user may have unsaved text there. */
async function show() {
  const home = self.registration.scope
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const desk = tabs.find(({ url }) => url.startsWith(home))
  return desk ? desk.focus() : self.clients.openWindow(home)
}
