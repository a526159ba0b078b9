import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { CallFailed } from '../client/call-failed.ts'
import { isLost, useIsOnline } from '../client/network.ts'
import { Icon } from '../Icon/Icon.tsx'
import { DEVICE_ZONE, formatTime } from '../i18n/format-basics.ts'
import { t } from '../i18n/messages.ts'
import { TraceId } from '../TraceId/TraceId.tsx'
import css from './ErrorState.module.css'

interface ErrorStateProps {
  /** What happened. Said for us when absent, and when the network is what is missing. */
  title?: ReactNode
  /** How the try before ended: without an answer it was the network. */
  failure?: unknown
  /** What to do. */
  children?: ReactNode
  /** Words of the button; "Reintentar" when absent. */
  action?: ReactNode
  onAction?: (() => void) | undefined
  busy?: boolean
  /** Older data is still on the screen below: from when. */
  dataFrom?: string | number | Date | undefined
}

/** Something did not load: cause, way out, and how old what is still shown is. */
export function ErrorState({ title, failure, children, action, onAction, busy, dataFrom }: ErrorStateProps) {
  const isOnline = useIsOnline()
  // Only where the way out is to try again: an address that leads nowhere is wrong with a network, too.
  const needsNetwork = onAction && !action && (!isOnline || isLost(failure))
  const traceId = failure instanceof CallFailed && !isLost(failure) && failure.traceId
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
