import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { useLocation } from 'wouter'
import { PageList, PagePanel, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { usePartner } from '../../kit/partner.ts'
import { useNow } from '../../kit/use-now.ts'
import { CampaignRows } from './CampaignRows.tsx'
import { usePromoCodes } from './promo-queries.ts'
import { promoState } from './promo-state.ts'

export type GiftList = 'promo-codes' | 'campaigns'

/** Discounts: promo codes and referral campaigns. */
export function PromoList({ list, selectedId }: { list: GiftList; selectedId: string | undefined }) {
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t(list === 'campaigns' ? 'desk.campaigns.title' : 'desk.promo.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title} heading={t('desk.promo.title')}>
      <Tabs
        label={t('desk.promo.title')}
        tabs={[
          { id: 'promo-codes', label: t('desk.promo.tab') },
          { id: 'campaigns', label: t('desk.campaigns.title') },
        ]}
        value={list}
        onChange={(next) => go(`/${next}`)}
      >
        <PagePanel>
          {list === 'campaigns' ? <CampaignRows selectedId={selectedId} /> : <Codes selectedId={selectedId} />}
        </PagePanel>
      </Tabs>
    </PageList>
  )
}

/** Promo codes, newest first, with their number of uses. */
function Codes({ selectedId }: { selectedId: string | undefined }) {
  const codes = usePromoCodes()
  const go = useLocation()[1]
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => go('/promo-codes/new')}>
        {t('desk.promo.new')}
      </Button>
      <QueryBoundary query={codes} lines={6} empty={<p>{t('desk.promo.none')}</p>}>
        {({ items }) => (
          <PageRows>
            {items.map((code) => (
              <CodeRow key={code.id} code={code} isChosen={code.id === selectedId} />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
      {codes.hasNextPage && (
        <Button busy={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
          {t('desk.promo.more')}
        </Button>
      )}
    </>
  )
}

function CodeRow({ code, isChosen }: { code: PromoCode; isChosen: boolean }) {
  const state = promoState(code, useNow(60_000))
  return (
    <PageRow
      href={`/promo-codes/${code.id}`}
      isChosen={isChosen}
      name={code.code}
      facts={[t('desk.promo.off', { percentage: code.percentage }), formatUses(code)].join(' · ')}
      mark={state === 'active' ? undefined : t(`desk.promo.state.${state}`)}
    />
  )
}

export const formatUses = ({ uses, mostUses }: PromoCode): string =>
  mostUses === null ? t('desk.promo.uses', { uses }) : t('desk.promo.usesOf', { uses, most: mostUses })
