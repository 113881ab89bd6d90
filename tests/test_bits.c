/* Bit masks, with what this build's processor has. */
#include "bits_cases.h"

int main(void)
{
    return run_bits_cases();
}
