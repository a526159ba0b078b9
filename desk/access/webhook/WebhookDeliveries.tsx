import type { WebhookDelivery, WebhookEndpoint } from '@cuida/core/access/webhook/webhook-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { formatWhen, formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import css from '../Programs.module.css'
import { useDeliveries, useRepeatDelivery, useRepeatFailed } from './queries.ts'
import { deliveryChip } from './webhook-state.ts'

/** The messages of a webhook, newest first; those of an active one can be sent again. */
export function WebhookDeliveries({ webhook: { id, state, failed } }: { webhook: WebhookEndpoint }) {
  const deliveries = useDeliveries(id)
  const repeatFailed = useRepeatFailed(id)
  const isActive = state === 'active'
  const repeatAll = () =>
    void repeatFailed.mutateAsync().then(
      ({ count }) => showToast(t('desk.webhooks.repeatedFailed', { count })),
      () => {},
    )
  return (
    <Section title={t('desk.webhooks.deliveries')}>
      <Failure failure={repeatFailed.error} onClose={repeatFailed.reset} />
      {isActive && failed > 0 && (
        <Button fit icon="refresh" busy={repeatFailed.isPending} onClick={repeatAll}>
          {t('desk.webhooks.repeatFailed', { count: failed })}
        </Button>
      )}
      <QueryBoundary query={deliveries} lines={4} empty={<p>{t('desk.webhooks.noDeliveries')}</p>}>
        {({ items }) => (
          <ul className={css.rows}>
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} endpointId={id} delivery={delivery} mayRepeat={isActive} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {deliveries.hasNextPage && (
        <Button fit busy={deliveries.isFetchingNextPage} onClick={() => void deliveries.fetchNextPage()}>
          {t('desk.webhooks.more')}
        </Button>
      )}
    </Section>
  )
}

interface DeliveryRowProps {
  endpointId: string
  delivery: WebhookDelivery
  mayRepeat: boolean
}

function DeliveryRow({ endpointId, delivery, mayRepeat }: DeliveryRowProps) {
  const repeat = useRepeatDelivery(endpointId)
  const { id, type, at, state } = delivery
  const { text, ...chip } = deliveryChip(state)
  const sendAgain = () =>
    void repeat.mutateAsync(id).then(
      () => showToast(t('desk.webhooks.repeated')),
      () => {},
    )
  return (
    <li className={css.delivery}>
      <div>
        {t(`desk.webhooks.event.${type}`)}
        <small>{[formatWhenLong(at), ...factsOf(delivery)].join(' · ')}</small>
        <Failure failure={repeat.error} onClose={repeat.reset} />
      </div>
      <StatusChip {...chip}>{text}</StatusChip>
      {mayRepeat && state !== 'waiting' && (
        <Button variant="quiet" fit icon="refresh" busy={repeat.isPending} onClick={sendAgain}>
          {t('desk.webhooks.repeat')}
        </Button>
      )}
    </li>
  )
}

/** What happened to a message; one that arrived at once needs no words. */
function factsOf({ state, attempts, status, problem, dueAt }: WebhookDelivery): string[] {
  return [
    attempts > 0 && t('desk.webhooks.attempts', { count: attempts }),
    status !== null
      ? t('desk.webhooks.status', { status: String(status) })
      : problem && t(`desk.webhooks.why.${problem}`),
    state === 'waiting' && attempts > 0 && dueAt && t('desk.webhooks.next', { when: formatWhen(dueAt) }),
  ].filter((fact) => typeof fact === 'string')
}
