import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { CallFailed } from '../client/call-failed.ts'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { focusTargetAfterClose } from '../Screen/focus-target.ts'
import { TraceId } from '../TraceId/TraceId.tsx'
import css from './Alert.module.css'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

interface AlertProps {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  /** The failed call: a server fault shows its trace id, so that support can find it. */
  failure?: unknown
  /** One button or link. */
  action?: ReactNode
  /** Shows a close button. */
  onClose?: (() => void) | undefined
  /**
   * Closes by itself after 10 s unless hovered or focused, for confirmations. It never applies with an error or an
   * action.
   */
  leaves?: boolean
}

/** A9.1: a self-closing alert stays for 10 s. */
const STAY_MS = 10_000

/**
 * A message that matters on this screen. Screen readers announce errors at once, other messages at the next pause.
 */
export function Alert({ tone = 'danger', title, children, failure, action, onClose, leaves }: AlertProps) {
  const hold = useLeaving(leaves && !action && tone !== 'danger' ? onClose : undefined)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A user who pressed a button at the foot of a long dialog must see the error.
    if (tone === 'danger' && box.current?.closest('dialog')) box.current.scrollIntoView({ block: 'nearest' })
  }, [tone])
  return (
    <div ref={box} className={css.alert} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'} {...hold}>
      <Icon name={tone === 'danger' ? 'error' : tone} />
      <div className={css.text}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div>{children}</div>}
        <TraceOf failure={failure} />
        {action && <div className={css.action}>{action}</div>}
      </div>
      {onClose && <Close onClose={onClose} />}
    </div>
  )
}

/** Closing removes the focused button: the focus moves to the heading of the screen. */
function Close({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const node = button.current
    return () => {
      if (node && node === document.activeElement) focusTargetAfterClose()?.focus({ preventScroll: true })
    }
  }, [])
  return <IconButton ref={button} icon="close" label={t('ui.close')} onClick={onClose} />
}

function useLeaving(onLeave: (() => void) | undefined) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!onLeave || held) return
    const timer = setTimeout(onLeave, STAY_MS)
    return () => clearTimeout(timer)
  }, [onLeave, held])
  if (!onLeave) return {}
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
}

/** A refusal shows its message only; a fault also shows its trace id. */
const TraceOf = ({ failure }: { failure: unknown }) =>
  failure instanceof CallFailed && failure.status >= 500 ? <TraceId id={failure.traceId} /> : null
