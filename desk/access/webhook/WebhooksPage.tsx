import type { WebhookEndpoint } from '@cuida/core/access/webhook/webhook-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useLocation } from 'wouter'
import { PageDetail, PageEmpty, PageList, PageNote, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { NEW_ITEM_SEGMENT } from '../../kit/page/page.ts'
import { usePartner } from '../../kit/partner.ts'
import { useWebhooks } from './queries.ts'
import { WebhookDetail } from './WebhookDetail.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { isFailing, isReadersTurn, stateChip } from './webhook-state.ts'

/** Beside the list: the webhook that the address names, or the request for a new one. */
export function WebhooksPage({ selectedId }: { selectedId: string | undefined }) {
  const { data } = useWebhooks()
  const webhook = data?.items.find(({ id }) => id === selectedId)
  if (!selectedId) return <PageEmpty title={t('desk.webhooks.choose')}>{t('desk.webhooks.chooseText')}</PageEmpty>
  return (
    // The key remounts the pane for each choice, so that it starts at its top.
    <PageDetail
      key={selectedId}
      title={t('desk.webhooks.title')}
      back={{ to: '/webhooks', label: t('desk.webhooks.back') }}
    >
      {selectedId === NEW_ITEM_SEGMENT ? (
        <WebhookForm />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : webhook ? (
        <WebhookDetail webhook={webhook} />
      ) : (
        <EmptyState title={t('desk.webhooks.gone')} />
      )}
    </PageDetail>
  )
}

/** Webhooks to partners' programs: requests that wait, then the newest. */
export function WebhooksList({ selectedId }: { selectedId: string | undefined }) {
  const webhooks = useWebhooks()
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t('desk.webhooks.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title}>
      <Button variant="primary" icon="plus" onClick={() => go(`/webhooks/${NEW_ITEM_SEGMENT}`)}>
        {t('desk.webhooks.request')}
      </Button>
      <QueryBoundary query={webhooks} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <PageNote>{t('desk.webhooks.none')}</PageNote>
          ) : (
            <PageRows>
              {items.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} isChosen={webhook.id === selectedId} />
              ))}
            </PageRows>
          )
        }
      </QueryBoundary>
    </PageList>
  )
}

function WebhookRow({ webhook, isChosen }: { webhook: WebhookEndpoint; isChosen: boolean }) {
  const { id, description, url, state } = webhook
  return (
    <PageRow
      href={`/webhooks/${id}`}
      isChosen={isChosen}
      name={description}
      facts={new URL(url).host}
      {...(isReadersTurn(webhook)
        ? { mark: t('desk.webhooks.yourTurn'), tone: 'accent' }
        : isFailing(webhook)
          ? { mark: t('desk.webhooks.failingMark'), tone: 'danger' }
          : { state: stateChip(state) })}
    />
  )
}
