import { walletsOf } from '@cuida/core/checkout/wallet/wallet.ts'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { ProviderDown } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'

/** The partner's wallets that the provider's account has enabled; none while the provider does not answer. */
export async function offeredWallets({ config, providers, log }: Services): Promise<Wallet[]> {
  const wallets = walletsOf(config)
  if (wallets.length === 0) return []
  try {
    const enabled = (await providers.payments.wallets?.()) ?? []
    return wallets.filter((wallet) => enabled.includes(wallet))
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn('the provider does not say which wallets it has', { error })
    return []
  }
}
