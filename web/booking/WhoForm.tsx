import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { cutName } from '@cuida/ui/words/format.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FailureAlert } from '../kit/failure/FailureAlert.tsx'
import type { FamilyMember } from '../kit/family.ts'
import { goBack, goTo } from '../kit/navigation/navigation.ts'
import { useCanAddDependants } from '../profile/family/FamilyGate.tsx'
import { WhoField } from '../profile/family/WhoField.tsx'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'
import { currentBooking, ensureSaved, updateBooking } from './cart/cart-store.ts'
import { useFamilyFor } from './use-family-for.ts'
import { useOnward } from './use-onward.ts'

const FORM = 'who'

export function WhoForm({ product, booking }: { product: Product; booking: Booking }) {
  const { may, not, patient } = useFamilyFor(product, booking.patientId)
  const onward = useOnward()
  const [nobody, setNobody] = useState(false)
  const form = useForm({
    initial: { who: patient?.id ?? '' },
    check: ({ who }) => ({ who: may.some(({ id }) => id === who) ? undefined : 'REQUIRED' }),
    submit: async ({ who }) => {
      updateBooking({ patientId: who })
      await ensureSaved()
      const path = await onward(currentBooking() ?? booking)
      if (path) goTo(path)
      else setNobody(true)
    },
    words: () => t('booking.who.required'),
  })
  return (
    <Screen
      title={t('booking.who.title')}
      lead={product.name}
      onBack={() => goBack(pathOf('summary', { slug: booking.productSlug }))}
      action={
        may.length > 0 && (
          <Button type="submit" form={FORM} variant="primary" busy={form.busy}>
            {t('booking.who.continue')}
          </Button>
        )
      }
    >
      <form id={FORM} {...form.props}>
        <Stack>
          <FailureAlert failure={form.failure} />
          {nobody && <Alert tone="warning" title={t('booking.summary.nobody')} />}
          {may.length > 0 && (
            <WhoField label={t('booking.who.title')} labelHidden people={may} {...form.field('who')} />
          )}
          <OtherAges product={product} not={not} nobodyMay={may.length === 0} />
          <AddChild />
        </Stack>
      </form>
    </Screen>
  )
}

interface OtherAgesProps {
  product: Product
  not: readonly FamilyMember[]
  nobodyMay: boolean
}

/** Who is missing from the list is told, and why. */
function OtherAges({ product: { ages }, not, nobodyMay }: OtherAgesProps) {
  if (!ages || not.length === 0) return null
  const { from, to } = ages
  const kind = from !== null && to !== null ? 'both' : from !== null ? 'from' : 'to'
  const agesWords = t(`booking.who.ages.${kind}`, { from: from ?? 0, to: to ?? 0 })
  if (nobodyMay) return <Alert tone="info" title={t('booking.who.nobody', { ages: agesWords })} />
  const names = new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(
    not.map(({ firstName }) => cutName(firstName)),
  )
  return <p>{t('booking.who.notFor', { names, ages: agesWords })}</p>
}

function AddChild() {
  return useCanAddDependants() ? (
    <LinkButton href={pathOf('createDependant')} variant="quiet" icon="plus">
      {t('booking.who.add')}
    </LinkButton>
  ) : null
}
