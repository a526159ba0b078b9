import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { PlaceDetail, PlaceEmpty } from '../kit/place/Place.tsx'
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
