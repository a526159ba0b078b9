import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import { canUnsubscribe } from '@cuida/core/subscription/pending-change.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { longDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useUnsubscribe } from './queries.ts'
import css from './Subscription.module.css'
import { subscriptionWords } from './subscription-words.ts'
import type { Standing } from './use-standing.ts'

interface UnsubscribeProps {
  profile: Profile
  subscription: Subscription
  standing: Standing
}

/** Another card, and giving it up: asked once, and good until the period ends. */
export function Unsubscribe({ profile, subscription, standing }: UnsubscribeProps) {
  const [isOpen, setOpen] = useState(false)
  if (!canUnsubscribe(subscription) || subscription.cancelAtPeriodEnd) return null
  return (
    <div className={css.ways}>
      {standing.phase === 'subscribed' && (
        <Button icon="card" busy={standing.isAsking} onClick={() => standing.ask({ newCard: true })}>
          {t('subscription.newCard')}
        </Button>
      )}
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('subscription.giveUp')}
      </Button>
      {isOpen && <GiveUp profile={profile} subscription={subscription} onClose={() => setOpen(false)} />}
    </div>
  )
}

type GiveUpProps = Pick<UnsubscribeProps, 'profile' | 'subscription'> & { onClose: () => void }

function GiveUp({ profile, subscription: { id, currentPeriodEnd: end }, onClose }: GiveUpProps) {
  const { timeZone } = usePartner()
  const unsubscribe = useUnsubscribe(profile)
  const form = useDialogForm({ submit: () => unsubscribe.mutateAsync(id), onClose })
  return (
    <FormDialog
      form={form}
      title={t('subscription.giveUp.title')}
      lead={end ? t('subscription.giveUp.text', { day: longDay(end, timeZone) }) : t('subscription.giveUp.now')}
      before={<Button onClick={form.close}>{t('subscription.giveUp.keep')}</Button>}
      act={t('subscription.giveUp')}
      variant="danger"
      refused={(failure) => failure !== undefined && <Refused failure={failure} />}
    />
  )
}

const Refused = ({ failure }: { failure: unknown }) => (
  <Alert title={t('subscription.failed.unsubscribe')} failure={failure}>
    {subscriptionWords(failure)}
  </Alert>
)
