import type { Opening } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { type Attendance, attendanceOf, openingWithAttendance } from '@cuida/core/consultation/attendance.ts'
import type { Services } from '../services.ts'
import type { StoredClinicianAttendance } from './attendance-store.ts'

interface Standing extends Pick<Attendance, 'due'> {
  opening: Opening
}

/** Whether a product is available on demand now and, while no clinician is on duty, when one is due. */
export function onDemandStateOf(
  { id, workingHours: hours }: Pick<Product, 'id' | 'workingHours'>,
  attendances: readonly StoredClinicianAttendance[],
  { config }: Pick<Services, 'config'>,
  now: Date,
): Standing {
  const service = { timeZone: config.timeZone, holidays: config.holidays, hours, care: config.partnerConfig.care }
  const ofProduct = attendances.flatMap((one) => {
    if (one.products.includes(id)) return [one]
    // A clinician who sees everybody's patients while at the desk counts as due only for their own products.
    return one.seesAll && one.isSeen && !one.away ? [one] : []
  })
  const attendance = attendanceOf(ofProduct, service, now)
  return { opening: openingWithAttendance(attendance, service, now), due: attendance.due }
}
