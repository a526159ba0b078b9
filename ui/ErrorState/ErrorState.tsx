import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { CallFailed } from '../client/call-failed.ts'
import { isOffline, useIsOnline } from '../client/network.ts'
import { Icon } from '../Icon/Icon.tsx'
import { DEVICE_ZONE, formatTime } from '../i18n/format-basics.ts'
import { t } from '../i18n/messages.ts'
import { TraceId } from '../TraceId/TraceId.tsx'
import css from './ErrorState.module.css'

interface ErrorStateProps {
  /** What happened. The default text covers our own failures and a missing network. */
  title?: ReactNode
  /** The failure of the last attempt; one without a reply counts as a network failure. */
  failure?: unknown
  /** What the user can do. */
  children?: ReactNode
  /** The label of the button, by default "Reintentar". */
  action?: ReactNode
  onAction?: (() => void) | undefined
  busy?: boolean
  /** The age of cached data that still shows below. */
  dataFrom?: string | number | Date | undefined
}

/** Content failed to load: shows the cause, a way out, and the age of any cached data. */
export function ErrorState({ title, failure, children, action, onAction, busy, dataFrom }: ErrorStateProps) {
  const isOnline = useIsOnline()
  // Only when the way out is a retry: a wrong address stays wrong with a network, too.
  const needsNetwork = onAction && !action && (!isOnline || isOffline(failure))
  const traceId = failure instanceof CallFailed && !isOffline(failure) && failure.traceId
  return (
    <div className={css.error} role="alert">
      <Icon name="warning" size={28} />
      <div className={css.text}>
        <p className={css.title}>{needsNetwork ? t('ui.error.offline') : (title ?? t('ui.error.title'))}</p>
        {children && <div>{children}</div>}
        {traceId && <TraceId id={traceId} />}
        {dataFrom !== undefined && <p>{t('ui.error.dataFrom', { time: formatTime(dataFrom, DEVICE_ZONE) })}</p>}
        {onAction && (
          <Button fit busy={busy} icon="refresh" onClick={onAction}>
            {action ?? t('ui.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
