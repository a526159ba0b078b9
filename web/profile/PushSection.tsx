import type { Notifications } from '@cuida/core/profile/notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '../kit/FailureAlert.tsx'
import { usePartner } from '../kit/partner.tsx'
import { changePush, type PushState, pushState } from './push.ts'

const STATE = ['push-state']

/** This device alone: whether it may be woken, why one would want that, and the way back. */
export function PushSection({ pushKey, devices }: Pick<Notifications, 'pushKey' | 'devices'>) {
  const { partnerName: partner } = usePartner()
  const queries = useQueryClient()
  const { data: state } = useQuery({ queryKey: STATE, queryFn: () => pushState(devices), gcTime: 0 })
  const change = useMutation({
    mutationFn: (now: PushState) => changePush(now, pushKey),
    onSuccess: (now: PushState) => queries.setQueryData(STATE, now),
  })
  if (!state) return null
  return (
    <Section title={t('profile.push.title')}>
      <p>{t(`profile.push.${state}`, { partner })}</p>
      <Failed failure={change.error} />
      {(state === 'off' || state === 'on') && (
        <Button icon="bell" busy={change.isPending} onClick={() => change.mutate(state)}>
          {t(state === 'off' ? 'profile.push.allow' : 'profile.push.stop')}
        </Button>
      )}
    </Section>
  )
}

/** The browser itself may fail: it asks its maker's push service, which a network may keep away. */
function Failed({ failure }: { failure: unknown }) {
  if (!failure) return null
  if (failure instanceof CallFailed) return <FailureAlert failure={failure} />
  return <Alert tone="danger" title={t('profile.push.failed')} />
}
