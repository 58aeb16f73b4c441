#include "../core/config.h"

#if defined(KLT_MVE)
/* Eight features of dot products by KLT_KIND, one by one; goes on to the next parameters. */
KLT_INLINE eight KLT_EIGHT(eight_sums sums, const KLT_PARAMETER **parameters)
{
    uint32_t each[8];
    feature z[8];
    vstrwq_u32(each, sums.first);
    vstrwq_u32(each + 4, sums.second);
    for (uint16_t i = 0; i < 8; i++) {
        z[i % 4 * 2 + i / 4] = KLT_KIND(each[i], *parameters);
        *parameters += KLT_PARAMETERS;
    }
    return vldrhq_s16(z);
}
#endif
