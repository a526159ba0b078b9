import type { Phone } from '@cuida/core/kit/shapes.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { PhoneInput } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { phoneCountries, readPhone } from '../../access/sign-in/phone.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from './ProfileScreen.module.css'
import { problemWords } from './problem-words.ts'

export interface PhoneWish {
  phone: Phone
  password: string
}

/** The new number and the password, as they are typed. */
export function PhoneForm({ onSubmit }: { onSubmit: (wish: PhoneWish) => Promise<void> }) {
  const { countryCodes } = usePartner()
  const form = useForm({
    initial: { phone: { number: '', country: countryCodes[0] ?? 'ES' }, password: '' },
    check: ({ phone, password }) => ({
      phone: phone.number.trim() ? undefined : 'REQUIRED',
      password: password ? undefined : 'REQUIRED',
    }),
    async submit({ phone: typed, password }) {
      const phone = await readPhone(typed.number, typed.country)
      // The same place and words as when the server says so.
      if (!phone) throw new CallFailed(400, '', { code: 'INVALID', fields: { phone: 'INVALID' } })
      await onSubmit({ phone, password })
    },
    words: problemWords,
  })
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <PhoneInput label={t('profile.phone.new')} countries={phoneCountries()} {...form.field('phone')} />
      <PasswordInput
        label={t('profile.password')}
        hint={t('profile.passwordWhy')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('profile.phone.submit')}
      </Button>
    </form>
  )
}
