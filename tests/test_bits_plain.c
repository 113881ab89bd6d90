/* Bit masks on a processor without the instruction for the k-th bit. */
#undef __BMI2__

#include "bits_cases.h"

int main(void)
{
    return run_bits_cases();
}
