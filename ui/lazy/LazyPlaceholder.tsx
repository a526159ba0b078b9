import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../Button/Button.tsx'
import { useIsOnline } from '../client/network.ts'
import { ErrorState } from '../ErrorState/ErrorState.tsx'
import { t } from '../i18n/messages.ts'
import { LoadingScreen, Screen } from '../Screen/Screen.tsx'
import { Skeleton } from '../Skeleton/Skeleton.tsx'
import { Spinner } from '../Spinner/Spinner.tsx'
import css from './LazyPlaceholder.module.css'
import { entryOfPage, NeedsReload } from './load-with-retry.ts'
import type { LazyState } from './use-lazy-module.ts'

/** Where a lazy component renders: inside a screen, as a whole screen, over everything, or invisibly. */
export type LazyPlacement = 'within' | 'screen' | 'over' | 'unseen'

interface PartToComeProps extends LazyState<unknown> {
  place: LazyPlacement
  waiting?: ReactNode
  onClose?: (() => void) | undefined
}

/** The placeholder of a lazy component while it loads or after it failed; only its own place is affected. */
export function LazyPlaceholder({ place, waiting, onClose, ...coming }: PartToComeProps) {
  const isOnline = useIsOnline()
  const failed = coming.failure !== undefined || !isOnline
  if (place === 'unseen') return null
  if (place === 'screen') return failed ? <ScreenFailed {...coming} /> : <ScreenComing />
  if (place === 'within') return failed ? <Failed {...coming} /> : waiting
  return (
    <Over onClose={onClose}>
      {failed ? <Failed {...coming} /> : <Spinner />}
      {waiting}
    </Over>
  )
}

/** Closes as the overlay itself would. */
function Over({ onClose, children }: { onClose: PartToComeProps['onClose']; children: ReactNode }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose?.()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onClose])
  return (
    <aside className={css.over}>
      {children}
      {onClose && (
        <Button variant="quiet" onClick={onClose}>
          {t('ui.leaveDialog')}
        </Button>
      )}
    </aside>
  )
}

function ScreenComing() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 15_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <LoadingScreen>
      <Skeleton lines={5} note={isSlow ? t('ui.stillLoading') : undefined} />
    </LoadingScreen>
  )
}

function ScreenFailed(coming: LazyState<unknown>) {
  const { failure } = coming
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (failure instanceof NeedsReload) setLeaving(reloadOnce())
  }, [failure])
  if (isLeaving) return <ScreenComing />
  return (
    <Screen title={t('ui.screenFailed')}>
      <Failed {...coming} />
    </Screen>
  )
}

function Failed({ failure, trying, again }: LazyState<unknown>) {
  if (failure instanceof NeedsReload) {
    return (
      <ErrorState
        title={t(failure.isNewBuild ? 'ui.newBuild.title' : 'ui.part.stuck')}
        action={t('ui.newBuild.reload')}
        onAction={() => location.reload()}
      >
        {t('ui.newBuild.text')}
      </ErrorState>
    )
  }
  return <ErrorState title={t('ui.part.failed')} busy={failure !== undefined && trying} onAction={again} />
}

const KEY = 'reloaded'

/**
 * Reloads the page, once for each build; for a screen without anything to lose. Returns false if that was already
 * tried.
 */
function reloadOnce(): boolean {
  const build = entryOfPage() ?? ''
  if (sessionStorage.getItem(KEY) === build) return false
  sessionStorage.setItem(KEY, build)
  location.reload()
  return true
}
