import { Button } from '@cuida/ui/Button/Button.tsx'
import { useIsOnline } from '@cuida/ui/client/network.ts'
import { DEVICE_ZONE, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { keepInputOverReload } from '@cuida/ui/lazy/input-over-reload.ts'
import { useIsUninterruptible } from '@cuida/ui/presence/uninterruptible.ts'
import { useEffect, useState } from 'react'
import css from './Connection.module.css'
import { useKeptAt } from './kept-data.ts'
import { useNewVersion } from './use-new-version.ts'

/** Says at once that there is no network, and quietly that there is a new version. */
export function Connection() {
  const isOnline = useIsOnline()
  const isNew = useNewVersion()
  const isBusy = useIsUninterruptible()
  const keptAt = useKeptAt()
  return (
    <div role="status" className={css.place}>
      {isOnline && !keptAt ? isNew && !isBusy && <NewVersion /> : <Offline keptAt={keptAt} />}
    </div>
  )
}

function Offline({ keptAt }: { keptAt: number | undefined }) {
  return (
    <p className={css.offline}>
      <strong>{t('brand.offline.title')}</strong>{' '}
      {keptAt ? t('brand.offline.from', { time: formatTime(keptAt, DEVICE_ZONE) }) : t('brand.offline.text')}
    </p>
  )
}

function NewVersion() {
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
