import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { keepInputOverReload } from '@cuida/ui/lazy/input-over-reload.ts'
import { useIsUninterruptible } from '@cuida/ui/presence/uninterruptible.ts'
import { useEffect, useState } from 'react'
import css from './Connection.module.css'
import { useNewVersion } from './use-new-version.ts'

interface NewVersionProps {
  /** The service worker that this page began with. */
  firstWorker: ServiceWorker | undefined
}

/** Says quietly that there is a new version, but not during a call or a payment. */
export function NewVersion({ firstWorker }: NewVersionProps) {
  const isNew = useNewVersion(firstWorker)
  const isBusy = useIsUninterruptible()
  return isNew && !isBusy ? <Offer /> : null
}

function Offer() {
  const [isLoading, setLoading] = useState(false)
  // What is typed is in the new page as well.
  const reload = () => {
    setLoading(true)
    keepInputOverReload()
    location.reload()
  }
  // A page that does not come back must not keep a dead button.
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLoading(false), 10_000)
    return () => clearTimeout(timer)
  }, [isLoading])
  return (
    <div className={css.version}>
      <p>{t('brand.version.new')}</p>
      <Button fit variant="quiet" busy={isLoading} onClick={reload}>
        {t('brand.version.reload')}
      </Button>
    </div>
  )
}
