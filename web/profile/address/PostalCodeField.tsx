import { findPostalCode } from '@cuida/core/profile/account/account-api.ts'
import { isPostalCode, tidyPostalCode } from '@cuida/core/profile/address/address.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import type { FieldBinding } from '@cuida/ui/forms/use-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useRef, useState } from 'react'
import { useFindPlace } from '../queries.ts'
import css from './AddressForm.module.css'
import { type AddressDraft, type Filled, fillOf } from './address-draft.ts'

interface PostalCodeFieldProps {
  field: FieldBinding<string>
  draft: AddressDraft
  onTyped: (code: string) => void
  onFound: (fill: Filled) => void
}

/** A postal code; in Brazil with a look-up, which helps and is never in the way: all can be typed by hand. */
export function PostalCodeField({ field, draft, onTyped, onFound }: PostalCodeFieldProps) {
  const find = useFindPlace()
  const filled = useRef<Filled>({})
  const [notYet, setNotYet] = useState(false)
  const isBrazil = draft.country === 'BR'
  function look(): void {
    const code = tidyPostalCode(field.value)
    const isWhole = isPostalCode('BR', code)
    setNotYet(!isWhole)
    find.reset()
    if (!isWhole || find.isPending) return
    find.mutate(code, {
      onSuccess(place) {
        const fill = fillOf(draft, place, filled.current)
        filled.current = { ...filled.current, ...fill }
        onFound(fill)
      },
    })
  }
  const said = find.isSuccess ? 'found' : find.error ? failedWords(find.error) : undefined
  return (
    <div>
      <div className={css.code} data-look-up={isBrazil || undefined}>
        <TextInput
          {...field}
          label={t(isBrazil ? 'profile.address.cep' : 'profile.address.postalCode')}
          inputMode={draft.country === 'ES' || isBrazil ? 'numeric' : 'text'}
          autoComplete="postal-code"
          error={field.error ?? (notYet ? t('profile.address.postalCode.CEP_INVALID') : undefined)}
          onChange={(code) => {
            setNotYet(false)
            onTyped(code)
          }}
        />
        {isBrazil && (
          <Button icon="search" fit busy={find.isPending} onClick={look}>
            {t('profile.address.search')}
          </Button>
        )}
      </div>
      <p className={css.said} role="status">
        {isBrazil && said && t(`profile.address.search.${said}`)}
      </p>
    </div>
  )
}

const failedWords = (failure: unknown): string =>
  refusedWith(findPostalCode, failure, 'POSTAL_CODE_NOT_FOUND') ? 'unknown' : 'failed'
