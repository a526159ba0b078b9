import type { ListedClinician } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { PeopleDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { nextFreeMessage } from './next-free-message.ts'
import { useClinicianDirectory } from './queries.ts'

const PAGE = 50

/** All clinicians, the soonest free first. */
export function CliniciansScreen() {
  const [pages, setPages] = useState(1)
  return (
    <Screen title={t('catalogue.team.title')} lead={t('catalogue.team.lead')}>
      {Array.from({ length: pages }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Page key={at} page={at + 1} isLast={at + 1 === pages} onMore={() => setPages(pages + 1)} />
      ))}
    </Screen>
  )
}

function Page({ page, isLast, onMore }: { page: number; isLast: boolean; onMore: () => void }) {
  const clinicians = useClinicianDirectory(page, PAGE)
  return (
    <QueryBoundary query={clinicians} lines={8} errorTitle={() => t('catalogue.team.failed')}>
      {({ items, total }) =>
        total === 0 ? (
          <Nobody />
        ) : (
          <>
            <List label={t('catalogue.team.title')}>
              {items.map((clinician) => (
                <ClinicianRow key={clinician.id} {...clinician} />
              ))}
            </List>
            {isLast && total > page * PAGE && <Button onClick={onMore}>{t('catalogue.team.more')}</Button>}
          </>
        )
      }
    </QueryBoundary>
  )
}

/** In the clinic's time zone, because the list compares clinicians. */
function ClinicianRow({ id, name, photoUrl, specialty, nextFree }: ListedClinician) {
  const { timeZone } = usePartner()
  return (
    <ListRow
      href={pathOf('clinicianProfile', { id })}
      media={<Avatar name={name} photo={photoUrl} size={64} />}
      title={name}
      detail={
        <>
          {specialty}
          {nextFree && <br />}
          {nextFreeMessage({ nextFree, timeZone })}
        </>
      }
    />
  )
}

function Nobody() {
  const action = <LinkButton href={pathOf('home', {})}>{t('catalogue.team.toHome')}</LinkButton>
  return <EmptyState drawing={<PeopleDrawing />} title={t('catalogue.team.empty')} action={action} />
}
