import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useLocation } from 'wouter'
import { clinicZone } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailTitle } from '../../kit/page/Detail.tsx'
import { FieldRow, PageForm } from '../../kit/page/PageForm.tsx'
import type { Offered } from './PromoDetail.tsx'
import { EMPTY_PROMO, promoInput, promoProblems } from './promo-input.ts'
import { useCreateCode } from './promo-queries.ts'

/** A new promo code: discount, products, limits on uses, validity and reason. */
export function PromoForm({ products }: { products: Offered }) {
  const create = useCreateCode()
  const go = useLocation()[1]
  const form = useForm({
    initial: EMPTY_PROMO,
    check: promoProblems,
    submit: async (values) => {
      const { id, code } = await create.mutateAsync(promoInput(values, clinicZone()))
      showToast(t('desk.promo.created', { code }))
      go(`/promo-codes/${id}`)
    },
    message: (field, problem) => t(`desk.promo.${field}.${problem}`),
  })
  return (
    <PageForm form={form}>
      <DetailTitle>{t('desk.promo.new')}</DetailTitle>
      <ErrorSummary {...form.summary} />
      <Terms form={form} />
      <CheckboxGroup
        label={t('desk.promo.products')}
        hint={t('desk.promo.productsHint')}
        optional
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('products')}
      />
      <TextArea label={t('desk.promo.reason')} hint={t('desk.promo.reasonHint')} most={500} {...form.field('reason')} />
      <Failure failure={form.failure} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('desk.promo.create')}
      </Button>
    </PageForm>
  )
}

function Terms({ form: { field } }: { form: ReturnType<typeof useForm<typeof EMPTY_PROMO>> }) {
  const digits = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <>
      <FieldRow>
        <TextInput
          label={t('desk.promo.code')}
          hint={t('desk.promo.codeHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
        <TextInput
          label={t('desk.promo.percentage')}
          hint={t('desk.promo.percentageHint')}
          {...digits}
          {...field('percentage')}
        />
      </FieldRow>
      <TextInput label={t('desk.promo.campaign')} hint={t('desk.promo.campaignHint')} {...field('campaign')} />
      <FieldRow>
        <TextInput label={t('desk.promo.from')} optional type="date" {...field('from')} />
        <TextInput label={t('desk.promo.until')} optional type="date" {...field('until')} />
        <TextInput label={t('desk.promo.mostUses')} optional {...digits} {...field('mostUses')} />
        <TextInput label={t('desk.promo.mostUsesAnAccount')} {...digits} {...field('mostUsesAnAccount')} />
      </FieldRow>
    </>
  )
}
