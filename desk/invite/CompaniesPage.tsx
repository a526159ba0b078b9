import type { Company, CompanyDiscount } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { formatClinicDate } from '../kit/clinic-time.ts'
import { DetailActions, DetailHeader, type Fact, Facts } from '../kit/page/Detail.tsx'
import { PageDetail, PageEmpty, PageList, PageNote, PageRow, PageRows } from '../kit/page/PageList.tsx'
import { NEW_ITEM_SEGMENT } from '../kit/page/page.ts'
import { ReasonDialog } from '../kit/page/ReasonDialog.tsx'
import { usePartner } from '../kit/partner.ts'
import css from './Companies.module.css'
import { ChangeCompany, type CompanyOptions, NewCompany } from './CompanyForm.tsx'
import { LinkForm } from './LinkForm.tsx'
import { LinkSets } from './LinkSets.tsx'
import { useCompanies, useEndCompany } from './queries.ts'

const running = () => ({ text: t('desk.companies.running'), tone: 'success', icon: 'check' }) as const

const ended = () => ({ text: t('desk.companies.ended'), tone: 'danger', icon: 'close' }) as const

/** Beside the list: the company that the address names, or a new one. */
export function CompaniesPage({ selectedId }: { selectedId: string | undefined }) {
  const { data } = useCompanies()
  const first = data?.first
  const company = data?.items.find(({ id }) => id === selectedId)
  if (!selectedId) return <PageEmpty title={t('desk.companies.choose')}>{t('desk.companies.chooseText')}</PageEmpty>
  return (
    // The key remounts the pane for each choice, so that it starts at its top.
    <PageDetail
      key={selectedId}
      title={t('desk.companies.title')}
      back={{ to: '/companies', label: t('desk.companies.back') }}
    >
      {!first ? (
        <Skeleton lines={8} />
      ) : selectedId === NEW_ITEM_SEGMENT ? (
        <NewCompany known={first} />
      ) : company ? (
        <CompanyDetail company={company} known={first} />
      ) : (
        <EmptyState title={t('desk.error.COMPANY_NOT_FOUND')} />
      )}
    </PageDetail>
  )
}

/** Companies that pay for their employees, by name. */
export function CompaniesList({ selectedId }: { selectedId: string | undefined }) {
  const companies = useCompanies()
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t('desk.companies.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PageList title={title}>
      <Button variant="primary" icon="plus" onClick={() => go(`/companies/${NEW_ITEM_SEGMENT}`)}>
        {t('desk.companies.new')}
      </Button>
      <QueryBoundary query={companies} lines={6} empty={<PageNote>{t('desk.companies.none')}</PageNote>}>
        {({ items }) => (
          <PageRows>
            {items.map((company) => (
              <CompanyRow key={company.id} company={company} isChosen={company.id === selectedId} />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
      {companies.hasNextPage && (
        <Button busy={companies.isFetchingNextPage} onClick={() => void companies.fetchNextPage()}>
          {t('desk.companies.more')}
        </Button>
      )}
    </PageList>
  )
}

function CompanyRow({ company: { id, name, endedAt, links }, isChosen }: { company: Company; isChosen: boolean }) {
  return (
    <PageRow
      href={`/companies/${id}`}
      isChosen={isChosen}
      name={name}
      facts={t('desk.companies.linksFacts', { open: links.open, used: links.used })}
      mark={endedAt ? t('desk.companies.ended') : undefined}
    />
  )
}

/** A company's discounts, the state of its invite links, and the actions on both. */
function CompanyDetail({ company, known }: { company: Company; known: CompanyOptions }) {
  const [doing, setDoing] = useState<'change' | 'end'>()
  const { name, slug, endedAt, redirectUrl, createdAt, createdBy, discounts } = company
  const close = () => setDoing(undefined)
  if (doing === 'change') return <ChangeCompany company={company} known={known} onClose={close} />
  const facts: Fact[] = [
    ['made', createdBy ? `${createdBy}, ${formatClinicDate(createdAt)}` : formatClinicDate(createdAt)],
    ['address', `/lp/${slug}`],
    ['page', redirectUrl],
    ['endedOn', endedAt && formatClinicDate(endedAt)],
  ]
  return (
    <>
      <DetailHeader chip={endedAt ? ended() : running()} title={name} />
      <Facts of={facts} term={(term) => t(`desk.companies.fact.${term}`)} />
      <Section title={t('desk.companies.pays')}>
        {discounts.length === 0 ? (
          <p>{t('desk.companies.paysNothing')}</p>
        ) : (
          <ul className={css.pays}>
            {discounts.map((discount) => (
              <Pays key={discount.productId} discount={discount} known={known} />
            ))}
          </ul>
        )}
      </Section>
      {!endedAt && (
        <DetailActions>
          <Button fit icon="pencil" onClick={() => setDoing('change')}>
            {t('desk.companies.change')}
          </Button>
          <Button fit variant="danger" onClick={() => setDoing('end')}>
            {t('desk.companies.end')}
          </Button>
        </DetailActions>
      )}
      {!endedAt && <LinkForm company={company} />}
      <LinkSets company={company} />
      {doing === 'end' && <EndDialog company={company} onClose={close} />}
    </>
  )
}

function Pays({ discount, known }: { discount: CompanyDiscount; known: CompanyOptions }) {
  const { productId, percentage, validFrom, validUntil } = discount
  const name = known.offered.find(({ id }) => id === productId)?.name ?? productId
  const from = validFrom && t('desk.companies.from', { day: formatClinicDate(validFrom) })
  // `validUntil` is the end of the last day.
  const last = validUntil && new Date(Date.parse(validUntil) - 1).toISOString()
  const until = last && t('desk.companies.until', { day: formatClinicDate(last) })
  return (
    <li>
      <span>{name}</span>
      <strong>{t('desk.promo.off', { percentage })}</strong>
      {(from || until) && <small>{[from, until].filter(Boolean).join(', ')}</small>}
    </li>
  )
}

function EndDialog({ company: { id, name, version }, onClose }: { company: Company; onClose: () => void }) {
  const end = useEndCompany(id)
  return (
    <ReasonDialog
      title={t('desk.companies.end.title', { name })}
      text={t('desk.companies.end.text')}
      act={t('desk.companies.end')}
      variant="danger"
      onReason={(reason) => end.mutateAsync({ version, reason })}
      done={() => t('desk.companies.endDone', { name })}
      onClose={onClose}
    />
  )
}
