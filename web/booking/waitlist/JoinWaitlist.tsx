import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useCallback, useRef } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import { pathOf } from '../../routes.ts'
import { findWaitlistEntry, useJoinWaitlist, useLeaveWaitlist, useWaitlist } from './waitlist-queries.ts'

interface SoonerTimeProps {
  productId: string
  /** Undefined: any clinician. */
  clinicianId: string | undefined
  timeZone: string
}

/** "Notify me of an earlier time", for signed-in patients, who have a phone number. */
export function JoinWaitlist(props: SoonerTimeProps) {
  return useIsSignedIn() ? <WaitlistEntry {...props} /> : null
}

function WaitlistEntry({ productId, clinicianId, timeZone }: SoonerTimeProps) {
  const { data } = useWaitlist()
  const join = useJoinWaitlist()
  const leave = useLeaveWaitlist()
  const { pressed, place } = useWaitlistPlace()
  if (!data) return null
  const entry = findWaitlistEntry(data.items, productId)
  const failure = join.error ?? leave.error
  if (entry?.state === 'offered') {
    const action = <LinkButton href={pathOf('waitlist')}>{t('booking.sooner.see')}</LinkButton>
    return <Alert tone="success" title={t('booking.sooner.offered')} action={action} />
  }
  if (entry?.state === 'waiting') {
    const stop = (
      <Button ref={place} fit busy={leave.isPending} onClick={() => pressed(() => leave.mutate(entry.id))}>
        {t('booking.sooner.stop')}
      </Button>
    )
    return (
      <Alert
        tone="info"
        title={t('booking.sooner.waiting', { when: formatRelativeMoment(entry.until, timeZone) })}
        action={stop}
      />
    )
  }
  return (
    <>
      {failure && <FailureAlert failure={failure} />}
      <Button
        ref={place}
        variant="link"
        icon="clock"
        busy={join.isPending}
        onClick={() => pressed(() => join.mutate({ productId, clinicianId }))}
      >
        {t('booking.sooner.join')}
      </Button>
    </>
  )
}

/** The two buttons replace each other; focus moves to the new one, so that keyboard users can go on. */
function useWaitlistPlace() {
  const wasPressed = useRef(false)
  function pressed(act: () => void): void {
    wasPressed.current = true
    act()
  }
  const place = useCallback((button: HTMLButtonElement | null) => {
    if (wasPressed.current && document.activeElement === document.body) button?.focus()
  }, [])
  return { pressed, place }
}
