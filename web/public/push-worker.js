// Runs beside the app and does two things: it shows what arrives while nobody is here, and it brings the person to it.
// It keeps no files and answers no request: the app comes from the network as it always did.

self.addEventListener('push', (event) => {
  const { title = '', body, path, tag } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path))
})

/** In a tab of ours that is there already, else in a new one; nowhere but on this origin. */
async function show(path) {
  const wanted = new URL(path ?? '/', self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : self.location.origin
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [tab] = tabs
  if (!tab) return self.clients.openWindow(url)
  await tab.focus()
  return tab.navigate(url).catch(() => self.clients.openWindow(url))
}
