import type { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { formatShortMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'

export type BookableClinician = Reply<typeof listProductClinicians>['items'][number]

/** Clinicians of a product, each with the first free time and a link to the calendar. */
export function ClinicianList({
  clinicians,
  hrefOf,
}: {
  clinicians: readonly BookableClinician[]
  hrefOf: (clinicianId: string) => string
}) {
  return (
    <List>
      {clinicians.map(({ id, name, photoUrl, specialty, nextFree, timeZone }) => (
        <ListRow
          key={id}
          href={hrefOf(id)}
          media={<Avatar name={name} photo={photoUrl} size={40} />}
          title={name}
          detail={
            <>
              {specialty}
              <br />
              {nextFree
                ? t('catalogue.team.free', { when: formatShortMoment(nextFree, timeZone) })
                : t('booking.calendar.noTimes')}
            </>
          }
        />
      ))}
    </List>
  )
}
