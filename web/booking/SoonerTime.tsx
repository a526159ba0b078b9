import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../kit/FailureAlert.tsx'
import { useIsSignedIn } from '../kit/signed-in.ts'
import { pathOf } from '../routes.ts'
import { useJoinWaitlist, useLeaveWaitlist, useWaitlist } from './waitlist-queries.ts'

interface SoonerTimeProps {
  productId: string
  clinicianId: string
  timeZone: string
}

/** "Tell me if something sooner frees up", for who has a number to write to. */
export function SoonerTime(props: SoonerTimeProps) {
  return useIsSignedIn() ? <Wish {...props} /> : null
}

function Wish({ productId, clinicianId, timeZone }: SoonerTimeProps) {
  const { data } = useWaitlist()
  const join = useJoinWaitlist()
  const leave = useLeaveWaitlist()
  if (!data) return null
  const wish = data.items.find(({ product }) => product.id === productId)
  const failure = join.error ?? leave.error
  if (wish?.state === 'offered') {
    const action = <LinkButton href={pathOf('waitlist')}>{t('booking.sooner.see')}</LinkButton>
    return <Alert tone="success" title={t('booking.sooner.offered')} action={action} />
  }
  if (wish?.state === 'waiting') {
    const stop = (
      <Button fit busy={leave.isPending} onClick={() => leave.mutate(wish.id)}>
        {t('booking.sooner.stop')}
      </Button>
    )
    return (
      <Alert
        tone="info"
        title={t('booking.sooner.waiting', { when: momentWords(wish.until, timeZone) })}
        action={stop}
      />
    )
  }
  return (
    <>
      {failure && <FailureAlert failure={failure} />}
      <Button variant="link" icon="clock" busy={join.isPending} onClick={() => join.mutate({ productId, clinicianId })}>
        {t('booking.sooner.join')}
      </Button>
    </>
  )
}
