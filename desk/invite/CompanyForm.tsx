import type { Company, CompanyInput } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { clinicZone } from '../kit/clinic-time.ts'
import { Failure } from '../kit/Failure.tsx'
import { mapFieldRefusals } from '../kit/field-refusals.ts'
import { DetailActions, DetailTitle } from '../kit/page/Detail.tsx'
import { PageForm } from '../kit/page/PageForm.tsx'
import css from './Companies.module.css'
import { type CompanyValues, companyInput, companyProblems, valuesOf } from './company-values.ts'
import { type Companies, useChangeCompany, useCreateCompany } from './queries.ts'

/** The products on offer, and the hosts that a company's redirect page may use. */
export type CompanyOptions = Pick<Companies, 'offered' | 'redirectHosts'>

/** Refusals that belong to one field. */
const FIELDS = { NAME_TAKEN: 'name', REDIRECT_NOT_ALLOWED: 'redirectUrl' }
const NOTHING: CompanyInput = { name: '', redirectUrl: null, discounts: [] }

export function NewCompany({ known }: { known: CompanyOptions }) {
  const create = useCreateCompany()
  const go = useLocation()[1]
  const send = async (input: CompanyInput & { reason: string }) => {
    const { id, name } = await create.mutateAsync(input)
    showToast(t('desk.companies.created', { name }))
    go(`/companies/${id}`)
  }
  return (
    <CompanyForm
      title={t('desk.companies.new')}
      act={t('desk.companies.create')}
      of={NOTHING}
      known={known}
      send={send}
    />
  )
}

export function ChangeCompany({
  company,
  known,
  onClose,
}: {
  company: Company
  known: CompanyOptions
  onClose: () => void
}) {
  const change = useChangeCompany(company.id)
  // The version from when editing began, as an optimistic lock: a concurrent change is not overwritten.
  const [{ version }] = useState(company)
  const send = async (input: CompanyInput & { reason: string }) => {
    await change.mutateAsync({ ...input, version })
    showToast(t('desk.companies.changed', { name: input.name }))
    onClose()
  }
  return (
    <CompanyForm
      title={t('desk.companies.changeTitle', { name: company.name })}
      act={t('desk.companies.save')}
      of={company}
      known={known}
      send={send}
      onClose={onClose}
    />
  )
}

interface CompanyFormProps {
  title: string
  act: string
  of: CompanyInput
  known: CompanyOptions
  send: (input: CompanyInput & { reason: string }) => Promise<unknown>
  onClose?: () => void
}

/** The company, its discount on each product with the validity, and the reason for the change. */
function CompanyForm({ title, act, of, known, send, onClose }: CompanyFormProps) {
  const { offered, redirectHosts } = known
  const form = useForm<CompanyValues>({
    initial: valuesOf(
      of,
      offered.map(({ id }) => id),
      clinicZone(),
    ),
    check: (values) => companyProblems(values, redirectHosts),
    submit: (values) => mapFieldRefusals(FIELDS, () => send(companyInput(values, clinicZone()))),
    message: problemMessage,
  })
  return (
    <PageForm form={form}>
      <DetailTitle>{title}</DetailTitle>
      <ErrorSummary {...form.summary} />
      <TextInput label={t('desk.companies.name')} autoComplete="off" {...form.field('name')} />
      {redirectHosts.length > 0 && (
        <TextInput
          label={t('desk.companies.page')}
          hint={t('desk.companies.pageHint', { hosts: redirectHosts.join(', ') })}
          optional
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('redirectUrl')}
        />
      )}
      <CheckboxGroup
        label={t('desk.companies.products')}
        hint={t('desk.companies.productsHint')}
        optional
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('products')}
      />
      {offered
        .filter(({ id }) => form.values.products.includes(id))
        .map((product) => (
          <DiscountFields key={product.id} form={form} {...product} />
        ))}
      <TextArea label={t('desk.promo.reason')} hint={t('desk.promo.reasonHint')} most={500} {...form.field('reason')} />
      <Failure failure={form.failure} />
      <DetailActions>
        <Button type="submit" variant="primary" fit busy={form.busy}>
          {act}
        </Button>
        {onClose && (
          <Button variant="quiet" fit onClick={onClose}>
            {t('desk.companies.leave')}
          </Button>
        )}
      </DetailActions>
    </PageForm>
  )
}

function DiscountFields({ form, id, name }: { form: Form<CompanyValues>; id: string; name: string }) {
  return (
    <fieldset className={css.discount}>
      <legend>{name}</legend>
      <div className={css.triple}>
        <TextInput
          label={t('desk.companies.percentage')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field(`percentage.${id}`)}
        />
        <TextInput label={t('desk.promo.from')} optional type="date" {...form.field(`from.${id}`)} />
        <TextInput label={t('desk.promo.until')} optional type="date" {...form.field(`until.${id}`)} />
      </div>
    </fieldset>
  )
}

/** The message of a refusal, else of the invalid field. */
function problemMessage(field: string, code: string): string {
  if (hasMessage(`desk.error.${code}`)) return t(`desk.error.${code}`)
  const [noun = ''] = field.split('.')
  return t(noun === 'reason' ? `desk.promo.reason.${code}` : `desk.companies.${noun}.${code}`)
}
