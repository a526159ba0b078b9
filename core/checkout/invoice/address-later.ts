import type { Config } from '../../brand/config.ts'

type Rules = Pick<Config, 'askedLater'> & { partnerConfig: Pick<Config['partnerConfig'], 'invoicing'> }

/** When the address of the invoice is asked; never where invoices need none. */
export function whenAddressIsAsked({ askedLater, partnerConfig }: Rules): 'before paying' | 'after paying' | 'never' {
  if (!partnerConfig.invoicing?.needsAddress) return 'never'
  return askedLater.includes('address') ? 'after paying' : 'before paying'
}
