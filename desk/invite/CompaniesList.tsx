import type { Company } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { usePartner } from '../kit/partner.ts'
import { PlaceList, PlaceNote, PlaceRow, PlaceRows } from '../kit/place/Place.tsx'
import { NEW } from '../kit/place/place.ts'
import { useCompanies } from './queries.ts'

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
