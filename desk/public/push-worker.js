// Runs beside the desk and does two things: it shows what arrives while nobody looks at it, and it brings the person to it.
// It keeps no files and answers no request. The patients' app on the same host has one of its own.

self.addEventListener('push', (event) => {
  const { title = '', body, path, tag } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show())
})

/** A desk that is open stays where it is: somebody may be writing there. */
async function show() {
  const home = self.registration.scope
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const desk = tabs.find(({ url }) => url.startsWith(home))
  return desk ? desk.focus() : self.clients.openWindow(home)
}
