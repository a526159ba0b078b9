import { CookieGroup, NECESSARY } from '@cuida/core/brand/consent/consent.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { receiverOf } from './receiver.ts'
import { useChoice } from './use-choice.ts'

/** Each group by itself, all off until somebody switches them on; no is as near as yes. */
export function CookieForm() {
  const { partnerName, measuring } = usePartner()
  const { choice, choose } = useChoice()
  const [groups, setGroups] = useState<CookieGroup[]>(choice?.groups ?? [])
  const [isSaved, setSaved] = useState(false)
  function keep(chosen: readonly CookieGroup[]): void {
    setGroups([...chosen])
    choose(chosen)
    setSaved(true)
  }
  return (
    <>
      <p>{t('brand.cookies.text', { partner: partnerName })}</p>
      <div>
        <strong>{t(`brand.cookies.${NECESSARY}`)}</strong>
        <p>{t(`brand.cookies.${NECESSARY}.detail`)}</p>
      </div>
      <CheckboxGroup
        label={t('brand.cookies.groups')}
        hint={receiverOf(measuring)}
        value={groups}
        onChange={setGroups}
        options={CookieGroup.options.map((value) => ({
          value,
          label: t(`brand.cookies.${value}`),
          detail: t(`brand.cookies.${value}.detail`),
        }))}
      />
      {isSaved && <Alert tone="success" title={t('brand.cookies.saved')} leaves onClose={() => setSaved(false)} />}
      <Button onClick={() => keep(groups)}>{t('brand.cookies.save')}</Button>
      <div className="cookies-ways">
        <Button onClick={() => keep([])}>{t('brand.cookies.refuse')}</Button>
        <Button onClick={() => keep(CookieGroup.options)}>{t('brand.cookies.accept')}</Button>
      </div>
    </>
  )
}
