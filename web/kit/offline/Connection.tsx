import { useIsOnline } from '@cuida/ui/client/network.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { useEffect, useState } from 'react'
import css from './Connection.module.css'
import { useKeptAt } from './kept-at.ts'

const NewVersion = lazy('NewVersion', () => import('./NewVersion.tsx'), { place: 'unseen' })

/** After the first screen has everything. */
const START_MS = 3_000

/** Says at once that there is no network, and quietly that there is a new version. */
export function Connection() {
  const isOnline = useIsOnline()
  const keptAt = useKeptAt()
  const [isStarted, setStarted] = useState(false)
  const [firstWorker] = useState(() => navigator.serviceWorker?.controller ?? undefined)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), START_MS)
    return () => clearTimeout(timer)
  }, [])
  const isOffline = !isOnline || keptAt !== undefined
  return (
    <div role="status" className={css.place}>
      {isOffline && <Offline keptAt={keptAt} />}
      <div hidden={isOffline}>{isStarted && <NewVersion firstWorker={firstWorker} />}</div>
    </div>
  )
}

function Offline({ keptAt }: { keptAt: string | undefined }) {
  return (
    <p className={css.offline}>
      <strong>{t('brand.offline.title')}</strong>{' '}
      {keptAt ? t('brand.offline.from', { time: keptAt }) : t('brand.offline.text')}
    </p>
  )
}
