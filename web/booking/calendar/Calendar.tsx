import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { pathOf } from '../../routes.ts'
import { BookingIdentity } from '../BookingIdentity.tsx'
import { SoonerTime } from '../waitlist/SoonerTime.tsx'
import css from './Calendar.module.css'
import { CalendarDays } from './CalendarDays.tsx'
import { type BookableClinician, ClinicianList } from './ClinicianList.tsx'
import { NoticeAlert, ReserveBar } from './ReserveBar.tsx'
import { useCalendar } from './use-calendar.ts'

interface CalendarProps {
  product: Product
  clinician: BookableClinician
  /** Everybody who offers the product. */
  all: readonly BookableClinician[]
}

export function Calendar({ product, clinician, all }: CalendarProps) {
  const calendar = useCalendar(product, clinician)
  const { notice } = calendar.state
  const { timeZone } = clinician
  return (
    <Screen
      title={clinician.name}
      heading={<Heading clinician={clinician} />}
      lead={clinician.specialty}
      identity={<BookingIdentity />}
      action={<ReserveBar {...calendar} timeZone={timeZone} />}
    >
      <Others productSlug={product.slug} clinician={clinician} all={all} />
      {notice?.kind === 'timeout' && <NoticeAlert notice={notice} timeZone={timeZone} />}
      <CalendarDays {...calendar} timeZone={timeZone} />
      <SoonerTime productId={product.id} clinicianId={clinician.id} timeZone={timeZone} />
    </Screen>
  )
}

function Heading({ clinician: { name, photoUrl } }: { clinician: BookableClinician }) {
  return (
    <span className={css.heading}>
      <Avatar name={name} photo={photoUrl} size={64} />
      {name}
    </span>
  )
}

/** The way to the clinician's profile, and to somebody else's calendar. */
function Others({ productSlug, clinician, all }: Omit<CalendarProps, 'product'> & { productSlug: string }) {
  const [isOpen, setOpen] = useState(false)
  const others = all.filter(({ id }) => id !== clinician.id)
  return (
    <div className={css.others}>
      <LinkButton variant="link" fit href={pathOf('clinicianProfile', { id: clinician.id }, { product: productSlug })}>
        {t('booking.calendar.profile')}
      </LinkButton>
      {others.length > 0 && (
        <Button variant="link" fit onClick={() => setOpen(true)}>
          {t('booking.calendar.change')}
        </Button>
      )}
      <Dialog open={isOpen} title={t('booking.calendar.changeTitle')} onClose={() => setOpen(false)}>
        <ClinicianList
          clinicians={others}
          hrefOf={(clinicianId) => pathOf('clinicianCalendar', { clinicianId, productSlug })}
        />
      </Dialog>
    </div>
  )
}
