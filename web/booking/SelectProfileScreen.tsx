import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useProduct } from '../catalogue/queries.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { type FamilyMember, useFamilyMembers } from '../kit/family.ts'
import { goTo } from '../kit/navigation/navigation.ts'
import { useSession } from '../kit/session/session.tsx'
import { FamilyGate } from '../profile/family/FamilyGate.tsx'
import { FamilyMemberField } from '../profile/family/FamilyMemberField.tsx'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'
import { preselectPatient, useBookingState } from './cart/cart-store.ts'
import { PatientForm } from './PatientForm.tsx'

/** A2.28: chooses the patient of the running booking, or of the next one. */
export function SelectProfileScreen() {
  const { booking, restored } = useBookingState()
  const { familyProfilesEnabled } = usePartner()
  const { profile } = useSession()
  const family = useFamilyMembers()
  const [query] = useSearchParams()
  const isSettled = familyProfilesEnabled && query.get('from') === 'sign-in' && family.length === 1
  const onward = booking ? pathOf('checkout') : pathOf('home', {})
  useEffect(() => {
    if (isSettled) goTo(onward, { replace: true })
  }, [isSettled, onward])
  if (!familyProfilesEnabled) return <NoFamilies />
  if (booking && restored && !isSettled) return <Who booking={booking} />
  if (!booking && profile && !isSettled) return <NextPatient family={family} />
  return (
    <Screen title={t('booking.who.title')}>
      <Skeleton lines={4} />
    </Screen>
  )
}

const FORM = 'who-next'

/** Without a running booking, the choice applies to the next one that starts. */
function NextPatient({ family }: { family: readonly FamilyMember[] }) {
  const form = useForm({
    initial: { who: '' },
    check: ({ who }) => ({ who: family.some(({ id }) => id === who) ? undefined : 'REQUIRED' }),
    submit: async ({ who }) => {
      preselectPatient(who)
      goTo(pathOf('home', {}))
    },
    message: () => t('booking.who.required'),
  })
  return (
    <Screen
      title={t('booking.who.title')}
      action={
        <Button type="submit" form={FORM} variant="primary" busy={form.busy}>
          {t('booking.who.continue')}
        </Button>
      }
    >
      <form id={FORM} {...form.props}>
        <Stack>
          <FamilyMemberField label={t('booking.who.title')} labelHidden people={family} {...form.field('who')} />
        </Stack>
      </form>
    </Screen>
  )
}

/** A2.28: partners without dependants never link here; a booking is then for the account holder. */
function NoFamilies() {
  return (
    <Screen title={t('booking.who.title')}>
      <FamilyGate>{null}</FamilyGate>
    </Screen>
  )
}

function Who({ booking }: { booking: Booking }) {
  const { profile } = useSession()
  const product = useProduct(booking.productSlug)
  if (profile && product.data) return <PatientForm product={product.data} booking={booking} />
  return (
    <Screen title={t('booking.who.title')}>
      <QueryBoundary query={product} lines={4} errorTitle={() => t('catalogue.failed')}>
        {(product) => (product ? <Skeleton lines={4} /> : <ErrorState title={t('catalogue.product.missing')} />)}
      </QueryBoundary>
    </Screen>
  )
}
