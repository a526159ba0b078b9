import type { Company } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { usePartner } from '../kit/partner.ts'
import { PlaceDetail, PlaceEmpty, PlaceList, PlaceNote, PlaceRow, PlaceRows } from '../kit/place/Place.tsx'
import { NEW } from '../kit/place/place.ts'
import { CompanyDetail } from './CompanyDetail.tsx'
import { NewCompany } from './CompanyForm.tsx'
import { useCompanies } from './queries.ts'

/** Beside the list: the company that the address names, or one that is being written. */
export function CompaniesPlace({ chosen }: { chosen: string | undefined }) {
  const { data } = useCompanies()
  const first = data?.first
  const company = data?.items.find(({ id }) => id === chosen)
  if (!chosen) return <PlaceEmpty title={t('desk.companies.choose')}>{t('desk.companies.chooseText')}</PlaceEmpty>
  return (
    // Of its own for each, so that the next begins at its top.
    <PlaceDetail
      key={chosen}
      title={t('desk.companies.title')}
      back={{ to: '/companies', label: t('desk.companies.back') }}
    >
      {!first ? (
        <Skeleton lines={8} />
      ) : chosen === NEW ? (
        <NewCompany known={first} />
      ) : company ? (
        <CompanyDetail company={company} known={first} />
      ) : (
        <EmptyState title={t('desk.error.COMPANY_NOT_FOUND')} />
      )}
    </PlaceDetail>
  )
}

/** Companies that pay for their employees, by name. */
export function CompaniesList({ chosen }: { chosen: string | undefined }) {
  const companies = useCompanies()
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t('desk.companies.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <PlaceList title={title}>
      <Button variant="primary" icon="plus" onClick={() => go(`/companies/${NEW}`)}>
        {t('desk.companies.new')}
      </Button>
      <Loaded of={companies} lines={6} empty={<PlaceNote>{t('desk.companies.none')}</PlaceNote>}>
        {({ items }) => (
          <PlaceRows>
            {items.map((company) => (
              <CompanyRow key={company.id} company={company} isChosen={company.id === chosen} />
            ))}
          </PlaceRows>
        )}
      </Loaded>
      {companies.hasNextPage && (
        <Button busy={companies.isFetchingNextPage} onClick={() => void companies.fetchNextPage()}>
          {t('desk.companies.more')}
        </Button>
      )}
    </PlaceList>
  )
}

function CompanyRow({ company: { id, name, endedAt, links }, isChosen }: { company: Company; isChosen: boolean }) {
  return (
    <PlaceRow
      href={`/companies/${id}`}
      isChosen={isChosen}
      name={name}
      facts={t('desk.companies.linksFacts', { open: links.open, used: links.used })}
      mark={endedAt ? t('desk.companies.ended') : undefined}
    />
  )
}
