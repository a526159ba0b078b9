import { registerWorker } from '@cuida/ui/client/register-worker.ts'
import { useEffect, useState } from 'react'
import { platform } from '../../platform/platform.ts'

/** Between two questions for a new version while the page is looked at again. */
const ASK_MS = 15 * 60_000

/** The clinic's content and pictures, which are the same for everybody (service-worker.ts). */
const CONTENT = /^\/(api|uploads|v1\/patient\/locales)\//

/** A page that opened before there was a worker reads its content again, so that the worker keeps it from the first visit on. */
function keepContent(): void {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  for (const { origin, pathname, href } of urls)
    if (origin === platform().origin && CONTENT.test(pathname)) void fetch(href).catch(() => {})
}

/**
 * Starts the service worker, and tells when one of a newer build has taken over: this page is of the build before.
 * `firstWorker`: the one that this page began with.
 */
export function useNewVersion(firstWorker: ServiceWorker | undefined): boolean {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers || platform().kind !== 'web' || !import.meta.env.PROD) return
    let known = firstWorker
    let askedAt = performance.now()
    const check = () => {
      const worker = workers.controller ?? undefined
      if (worker === known) return
      if (known) setNew(true)
      else keepContent()
      known = worker
    }
    check()
    const ask = () => {
      if (document.hidden || !navigator.onLine || performance.now() < askedAt + ASK_MS) return
      askedAt = performance.now()
      void workers.getRegistration().then((registration) => registration?.update().catch(() => {}))
    }
    // Private windows and full disks have none: the app works without.
    void registerWorker('/service-worker.js', '/').catch(() => {})
    workers.addEventListener('controllerchange', check)
    document.addEventListener('visibilitychange', ask)
    addEventListener('online', ask)
    return () => {
      workers.removeEventListener('controllerchange', check)
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('online', ask)
    }
  }, [firstWorker])
  return isNew
}
