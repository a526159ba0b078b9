import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import { canUnsubscribe } from '@cuida/core/subscription/wish.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { longDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
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
  const { timeZone } = usePartner()
  const unsubscribe = useUnsubscribe(profile)
  if (!canUnsubscribe(subscription) || subscription.cancelAtPeriodEnd) return null
  const { currentPeriodEnd: end } = subscription
  const giveUp = () => unsubscribe.mutate(subscription.id, { onSuccess: () => setOpen(false) })
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
      <Dialog
        open={isOpen}
        title={t('subscription.giveUp.title')}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('subscription.giveUp.keep')}</Button>
            <Button variant="danger" busy={unsubscribe.isPending} onClick={giveUp}>
              {t('subscription.giveUp')}
            </Button>
          </>
        }
      >
        <p>{end ? t('subscription.giveUp.text', { day: longDay(end, timeZone) }) : t('subscription.giveUp.now')}</p>
        {unsubscribe.error && (
          <Alert title={t('subscription.failed.unsubscribe')} failure={unsubscribe.error}>
            {subscriptionWords(unsubscribe.error)}
          </Alert>
        )}
      </Dialog>
    </div>
  )
}
