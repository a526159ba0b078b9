import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { DateTile } from '@cuida/ui/DateTile/DateTile.tsx'
import { formatTimeZone } from '@cuida/ui/i18n/format.ts'
import type { ReactNode } from 'react'
import { useClinician } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import css from './AppointmentTile.module.css'

interface AppointmentTileProps {
  at: string
  clinicianId: string
  children?: ReactNode
}

/** A booked time beside the clinician's photo, with name and specialty. */
export function AppointmentTile({ at, clinicianId, children }: AppointmentTileProps) {
  const { timeZone: clinicTimeZone } = usePartner()
  const { data: clinician } = useClinician(clinicianId)
  const timeZone = clinician?.timeZone ?? clinicTimeZone
  return (
    <DateTile
      at={at}
      timeZone={timeZone}
      media={<Avatar name={clinician?.name ?? ''} photo={clinician?.photoUrl} size={64} />}
      note={
        <>
          {clinician && (
            <>
              <p className={css.name}>{clinician.name}</p>
              <p>{clinician.specialty}</p>
            </>
          )}
          <p>{formatTimeZone(timeZone, at)}</p>
        </>
      }
    >
      {children}
    </DateTile>
  )
}
