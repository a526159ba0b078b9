import type { ApiKey } from '@cuida/core/access/api-key/api-key-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useLocation } from 'wouter'
import { formatClinicDate } from '../../kit/clinic-time.ts'
import { PageDetail, PageEmpty, PageList, PageNote, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { NEW_ITEM_SEGMENT } from '../../kit/page/page.ts'
import { usePartner } from '../../kit/partner.ts'
import { ApiKeyDetail } from './ApiKeyDetail.tsx'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import { stateChip } from './api-key-state.ts'
import { useApiKeys } from './queries.ts'

/** Beside the list: the API key that the address names, or the request for a new one. */
export function ApiKeysPage({ selectedId }: { selectedId: string | undefined }) {
  const { data } = useApiKeys()
  const apiKey = data?.items.find(({ id }) => id === selectedId)
  if (!selectedId) return <PageEmpty title={t('desk.apiKeys.choose')}>{t('desk.apiKeys.chooseText')}</PageEmpty>
  return (
    // The key remounts the pane for each choice, so that it starts at its top.
    <PageDetail
      key={selectedId}
      title={t('desk.apiKeys.title')}
      back={{ to: '/api-keys', label: t('desk.apiKeys.back') }}
    >
      {selectedId === NEW_ITEM_SEGMENT ? (
        <ApiKeyForm />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : apiKey ? (
        <ApiKeyDetail apiKey={apiKey} />
      ) : (
        <EmptyState title={t('desk.apiKeys.gone')} />
      )}
    </PageDetail>
  )
}

/** API keys of partners' programs: requests that wait, then the newest. */
export function ApiKeysList({ selectedId }: { selectedId: string | undefined }) {
  const keys = useApiKeys()
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t('desk.apiKeys.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title}>
      <Button variant="primary" icon="plus" onClick={() => go(`/api-keys/${NEW_ITEM_SEGMENT}`)}>
        {t('desk.apiKeys.request')}
      </Button>
      <QueryBoundary query={keys} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <PageNote>{t('desk.apiKeys.none')}</PageNote>
          ) : (
            <PageRows>
              {items.map((apiKey) => (
                <ApiKeyRow key={apiKey.id} apiKey={apiKey} isChosen={apiKey.id === selectedId} />
              ))}
            </PageRows>
          )
        }
      </QueryBoundary>
    </PageList>
  )
}

function ApiKeyRow({ apiKey, isChosen }: { apiKey: ApiKey; isChosen: boolean }) {
  const { id, name, state, isOwn } = apiKey
  const chip = stateChip(state)
  const isReadersTurn = state === 'waiting' && !isOwn
  return (
    <PageRow
      href={`/api-keys/${id}`}
      isChosen={isChosen}
      name={name}
      facts={factOf(apiKey)}
      {...(isReadersTurn ? { mark: t('desk.apiKeys.yourTurn'), tone: 'accent' } : { state: chip })}
    />
  )
}

function factOf({ state, requestedBy, expiresAt }: ApiKey): string {
  if (state === 'declined' || state === 'revoked') return t('desk.apiKeys.by', { name: requestedBy })
  return t(state === 'expired' ? 'desk.apiKeys.endedOn' : 'desk.apiKeys.until', { day: formatClinicDate(expiresAt) })
}
