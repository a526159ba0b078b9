import { registerWorker } from '@cuida/ui/client/register-worker.ts'
import { useEffect, useState } from 'react'
import { platform } from '../../platform/platform.ts'

/** Between two questions for a new version while the page is looked at again. */
const ASK_MS = 15 * 60_000

/** Starts the service worker, and tells when one of a newer build has taken over: this page is of the build before. */
export function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers || platform().kind !== 'web' || !import.meta.env.PROD) return
    let hadWorker = workers.controller !== null
    let askedAt = performance.now()
    const changed = () => {
      if (hadWorker) setNew(true)
      hadWorker = true
    }
    const ask = () => {
      if (document.hidden || !navigator.onLine || performance.now() < askedAt + ASK_MS) return
      askedAt = performance.now()
      void workers.getRegistration().then((registration) => registration?.update().catch(() => {}))
    }
    // Private windows and full disks have none: the app works without.
    void registerWorker('/service-worker.js', '/').catch(() => {})
    workers.addEventListener('controllerchange', changed)
    document.addEventListener('visibilitychange', ask)
    addEventListener('online', ask)
    return () => {
      workers.removeEventListener('controllerchange', changed)
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('online', ask)
    }
  }, [])
  return isNew
}
